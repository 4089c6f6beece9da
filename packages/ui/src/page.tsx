import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { STYLE } from './style.ts';

/**
 * One HTML document without scripts. Nothing in it loads anything, also if the texts in it are hostile: the policy of the page allows
 * only its own style.
 */
export function renderPage(title: string, children: ComponentChildren, style = ''): string {
  const document = (
    <Document title={title} style={style}>
      {children}
    </Document>
  );
  return `<!doctype html>\n${renderToString(document)}\n`;
}

function Document({
  title,
  style,
  children,
}: {
  title: string;
  style: string;
  children: ComponentChildren;
}): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>{title}</title>
        <style>{STYLE + style}</style>
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

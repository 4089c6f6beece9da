import { renderPage } from '../page.tsx';
import type * as pages from './pages.d.ts';
import { number } from './scan.ts';
import { SCAN_STYLE } from './scan-style.ts';
import { ScanView } from './scan-view.tsx';

/** The result of a scan as one page without scripts: it opens from a disk and can be sent to a colleague. */
export const scanPage: typeof pages.scanPage = (document) => {
  const now = Date.now();
  return renderPage(
    'hooks scan',
    <>
      <ScanView document={document} now={now} command={(text) => <code>{text}</code>} />
      <footer>
        Made by <code>hooks scan</code> on {dayOf(new Date(now).toISOString())} from{' '}
        {number(document.sessions)} sessions since {dayOf(document.since)}. Secrets of known formats are
        redacted. Files and branches count as they are now, not as they were then.
      </footer>
    </>,
    SCAN_STYLE,
  );
};

function dayOf(time: string): string {
  return time.slice(0, 10);
}

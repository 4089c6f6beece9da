import type { Trace } from './trace.ts';

/** As in `trace-page.tsx`: by itself, because the types of Preact bring those of browsers, which are not those of Node. */
export declare function tracePage(trace: Trace): string;

import type { ScanDocument } from './scan.ts';

/** As in `scan-page.tsx`: by itself, because the types of Preact bring those of browsers, which are not those of Node. */
export declare function scanPage(document: ScanDocument): string;

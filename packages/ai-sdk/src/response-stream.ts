import type { SdkPart, SdkProviderUsage } from './sdk-shapes.ts';

/** Parts of a stream before and after the content of the response. */
const around: Readonly<Record<string, 'before' | 'after'>> = {
  'stream-start': 'before',
  'response-metadata': 'before',
  raw: 'before',
  error: 'after',
  finish: 'after',
};

const blocks: Readonly<Record<string, string>> = { 'text-delta': 'text', 'reasoning-delta': 'reasoning' };

/** A streamed response, collected. */
export class CollectedResponse {
  readonly parts: SdkPart[] = [];
  readonly #content: SdkPart[] = [];
  readonly #blocks = new Map<string, number>();

  get content(): readonly SdkPart[] {
    return this.#content;
  }

  get usage(): SdkProviderUsage | undefined {
    return this.parts.find(({ type }) => type === 'finish')?.usage as SdkProviderUsage | undefined;
  }

  /** The error that ended the stream. */
  get failure(): { readonly error: unknown } | undefined {
    const failed = this.parts.find(({ type }) => type === 'error');
    return failed === undefined ? undefined : { error: failed.error };
  }

  add(part: SdkPart): void {
    this.parts.push(part);
    const type = blocks[part.type];
    if (type !== undefined) this.#append(type, part);
    else if (!(part.type in around) && !isPiece(part.type)) this.#content.push(part);
  }

  /** A stream of other content. The provider's raw parts are left out, because they have the old content. */
  streamOf(content: readonly SdkPart[]): readonly SdkPart[] {
    const partsOn = (side: string): readonly SdkPart[] =>
      this.parts.filter(({ type }) => around[type] === side && type !== 'raw');
    return [...partsOn('before'), ...content.flatMap(piecesOf), ...partsOn('after')];
  }

  #append(type: string, { id, delta }: SdkPart): void {
    const key = `${type} ${id}`;
    const at = this.#blocks.get(key) ?? this.#content.length;
    this.#blocks.set(key, at);
    const before = this.#content[at]?.text ?? '';
    this.#content[at] = { type, text: `${before}${delta}` };
  }
}

/** Whether another part has the same content as a whole. */
function isPiece(type: string): boolean {
  return /^(text|reasoning|tool-input)-(start|delta|end)$/.test(type);
}

function piecesOf(part: SdkPart, at: number): readonly SdkPart[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part];
  const id = `${part.type}-${at}`;
  return [
    { type: `${part.type}-start`, id },
    { type: `${part.type}-delta`, id, delta: part.text },
    { type: `${part.type}-end`, id },
  ];
}

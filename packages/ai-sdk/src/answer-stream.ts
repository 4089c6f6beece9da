import type { SdkPart, SdkProviderUsage } from './sdk-shapes.ts';

/** What streams of answers consist of beside the answer itself, in front of it and behind it. */
const around: Readonly<Record<string, 'before' | 'after'>> = {
  'stream-start': 'before',
  'response-metadata': 'before',
  raw: 'before',
  error: 'after',
  finish: 'after',
};

const blocks: Readonly<Record<string, string>> = { 'text-delta': 'text', 'reasoning-delta': 'reasoning' };

/** An answer that arrived in pieces, put together. */
export class CollectedAnswer {
  readonly parts: SdkPart[] = [];
  readonly #content: SdkPart[] = [];
  readonly #blocks = new Map<string, number>();

  get content(): readonly SdkPart[] {
    return this.#content;
  }

  get usage(): SdkProviderUsage | undefined {
    return this.parts.find(({ type }) => type === 'finish')?.usage as SdkProviderUsage | undefined;
  }

  /** What went wrong in the middle of it. */
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

  /** The stream anew, of another content; what the provider said word for word is left out. */
  streamOf(content: readonly SdkPart[]): readonly SdkPart[] {
    const those = (place: string): readonly SdkPart[] =>
      this.parts.filter(({ type }) => around[type] === place && type !== 'raw');
    return [...those('before'), ...content.flatMap(piecesOf), ...those('after')];
  }

  #append(type: string, { id, delta }: SdkPart): void {
    const key = `${type} ${id}`;
    const at = this.#blocks.get(key) ?? this.#content.length;
    this.#blocks.set(key, at);
    const before = this.#content[at]?.text ?? '';
    this.#content[at] = { type, text: `${before}${delta}` };
  }
}

/** Whether it is told again, whole, by another part. */
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

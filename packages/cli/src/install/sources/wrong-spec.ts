/** Why a text is no spec, as the end of a sentence. */
export interface WrongSpec {
  readonly wrong: string;
  /** Default: one example of each form. */
  readonly fix?: string;
}

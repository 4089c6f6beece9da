/** What a tool came to, as text for the model. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

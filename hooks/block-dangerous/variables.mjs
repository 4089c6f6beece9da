const TOKENS =
  /(?<![\w$])([A-Za-z_]\w*)=(?:"([^"]*)"|'([^']*)'|([^\s;&|()<>"'`]*))|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;
const MAX_VALUE = 1_000;
const MAX_ADDED = 100_000;

/**
 * The text with each `$NAME` replaced by what the text itself gave it before: `X=rm; $X -rf src`.
 *
 * A rough reading, in addition to the real one: branches, loops and scopes are not followed.
 */
export function fillInVariables(text) {
  const values = new Map();
  let added = 0;
  const fillIn = (name, otherwise) => {
    const value = added > MAX_ADDED ? undefined : values.get(name);
    added += value?.length ?? 0;
    return value ?? otherwise;
  };
  return text.replace(TOKENS, (whole, name, inDouble, inSingle, plain, braced, used) => {
    if (name === undefined) return fillIn(braced ?? used, whole);
    const value = inDouble ?? inSingle ?? plain ?? '';
    const filled = value.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (inner, one) => fillIn(one, inner));
    if (filled.length <= MAX_VALUE) values.set(name, filled);
    return whole;
  });
}

const COMMENTS = /--\s[^\n]*|\/\*[^*]{0,200}\*\//g;
const DROPS =
  /\bdrop\s+(database|schema|table|keyspace|collection|user|role|materialized\s+view|column|owned)\b|\btruncate\s+(table\s+)?["`[\w]|\balter\s+table\b[^;]{0,200}\bdrop\b/i;
const CHANGES_ROWS = /\bdelete\s+from\s+\S|\bupdate\s+(only\s+)?\S+\s+set\b/i;
/** A condition that is always true is none. */
const IS_LIMITED = /\bwhere\b(?!\s+(?:true|1|1\s*=\s*1|'1'\s*=\s*'1')\s*(?:["')]*)\s*$)|\blimit\s+\d/i;
const OTHER_START = /^\s*["'(]*\s*(select|insert|explain|create|comment|show|describe)\b/i;
const REDIS = /^\s*flush(all|db)\b/im;
const MONGO = /\bdropDatabase\(|\.drop(Indexes)?\(\s*\)|\b(deleteMany|remove)\(\s*(\{\s*\}\s*[,)]|\))/;

/** The words that may be statements; all of them as one where quotes were removed. */
export function statementsIn(words) {
  const plain = words.map((word) => word.replace(/^-\w{0,9}?(?=(drop|delete|truncate|update|alter)\b)/i, ''));
  return plain.some((word) => /\s/.test(word)) ? plain : [plain.join(' ')];
}

/** Whether a text has a statement that deletes tables, or changes all rows of one. Text of other languages has none. */
export function losesData(text) {
  if (MONGO.test(text) || REDIS.test(text)) return true;
  return text
    .replaceAll(COMMENTS, ' ')
    .split(';')
    .some((statement) => {
      if (OTHER_START.test(statement)) return false;
      return DROPS.test(statement) || (CHANGES_ROWS.test(statement) && !IS_LIMITED.test(statement));
    });
}

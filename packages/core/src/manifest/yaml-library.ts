/** The only importer of `yaml`, so it can be replaced in an afternoon. It loads in some 8 ms. */
export {
  Composer,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  type ParsedNode,
  Parser,
  type YAMLMap,
} from 'yaml';

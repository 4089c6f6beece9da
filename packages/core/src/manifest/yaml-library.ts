/** The only importer of `yaml`, so it can be replaced in an afternoon. It loads in some 8 ms. */
export {
  Composer,
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type ParsedNode,
  Parser,
} from 'yaml';

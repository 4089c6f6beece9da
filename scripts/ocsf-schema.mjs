/**
 * Compiles one event class of OCSF with its objects to one JSON Schema that rejects unknown attributes.
 *
 * Usage: git clone --branch v1.7.0 https://github.com/ocsf/ocsf-schema DIR
 *        node scripts/ocsf-schema.mjs DIR > packages/fleet/src/mappings/ocsf-1.7.0.fixture.json && npm run lint:fix
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLASS = 'api_activity';
/** Attributes of other profiles are rejected, because an event has to name the profiles that it uses. */
const PROFILES = ['host', 'security_control', 'trace'];

const directory = process.argv[2];
const read = (file) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
const readAll = (folder) =>
  readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => read(join(folder, file)));

const byName = (rows) => Object.fromEntries(rows.map((row) => [row.name, row]));
const dictionary = read('dictionary.json');
const objects = byName(readAll('objects'));
const classes = byName(readAll('events'));
const profiles = byName(readAll('profiles'));

/** Attributes and constraints of a class or an object with those that it inherits; a later row adds to the earlier ones. */
function resolve(table, name) {
  const { extends: parent, attributes, constraints = {}, ...facts } = table[name];
  const base = parent === undefined ? { attributes: {}, constraints: {} } : resolve(table, parent);
  const { $include: included = [], ...own } = attributes;
  const merged = { ...base.attributes };
  const add = (rows, profile) => {
    for (const [key, row] of Object.entries(rows)) {
      const enumeration = { ...merged[key]?.enum, ...row.enum };
      merged[key] = {
        ...(profile === undefined ? {} : { profile }),
        ...merged[key],
        ...row,
        enum: enumeration,
      };
    }
  };
  for (const file of included) {
    const profile = read(file).name;
    add(profiles[profile].attributes, profile);
  }
  add(own);
  return { ...facts, attributes: merged, constraints: { ...base.constraints, ...constraints } };
}

const isUsed = ({ profile, '@deprecated': deprecated }) =>
  deprecated === undefined && (profile === undefined || profile === null || PROFILES.includes(profile));

const definitions = {};

function schemaOf({ attributes, constraints }) {
  const properties = {};
  const conditions = [];
  for (const [key, row] of Object.entries(attributes).filter(([, row]) => isUsed(row))) {
    const fact = { ...dictionary.attributes[key], ...row };
    const enumeration = { ...dictionary.attributes[key].enum, ...row.enum };
    properties[key] = typeOf(fact, enumeration);
    const { sibling } = dictionary.attributes[key];
    // The text beside an id is its caption, and an id that says "other" has one from the source.
    if (sibling === undefined || fact.is_array) continue;
    for (const [id, { caption }] of Object.entries(enumeration)) {
      const sees = { properties: { [key]: { const: Number(id) } }, required: [key] };
      const then = id === '99' ? { required: [sibling] } : { properties: { [sibling]: { const: caption } } };
      conditions.push({ if: sees, then });
    }
  }
  const required = Object.entries(attributes)
    .filter(([, row]) => isUsed(row) && row.requirement === 'required')
    .map(([key]) => key);
  const atLeastOne = (constraints.at_least_one ?? []).filter((key) => key in properties);
  return {
    type: 'object',
    additionalProperties: false,
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(atLeastOne.length > 0 ? { anyOf: atLeastOne.map((key) => ({ required: [key] })) } : {}),
    ...(conditions.length > 0 ? { allOf: conditions } : {}),
  };
}

const primitives = {
  string_t: 'string',
  integer_t: 'integer',
  long_t: 'integer',
  float_t: 'number',
  boolean_t: 'boolean',
};

function typeOf({ type, is_array: isArray }, enumeration) {
  const ids = Object.keys(enumeration);
  const item = scalarOf(type);
  const whole =
    ids.length > 0 ? { ...item, enum: ids.map((id) => (item.type === 'integer' ? Number(id) : id)) } : item;
  return isArray ? { type: 'array', items: whole } : whole;
}

function scalarOf(type) {
  // Any object, or any value: what the source has.
  if (type === 'object') return { type: 'object' };
  if (type === 'json_t') return {};
  const row = dictionary.types.attributes[type];
  if (row === undefined) return define(type);
  const [minimum, maximum] = row.range ?? [];
  return {
    type: primitives[row.type ?? type],
    ...(row.regex === undefined ? {} : { pattern: row.regex }),
    ...(row.max_len === undefined ? {} : { maxLength: row.max_len }),
    ...(row.range === undefined ? {} : { minimum, maximum }),
  };
}

function define(name) {
  if (!(name in definitions)) {
    // Objects contain one another.
    definitions[name] = {};
    definitions[name] = schemaOf(resolve(objects, name));
  }
  return { $ref: `#/definitions/${name}` };
}

const row = resolve(classes, CLASS);
const category = read('categories.json').attributes[row.category ?? 'application'];
const classUid = category.uid * 1000 + row.uid;
const { caption } = row;
const root = schemaOf(row);
const fixed = {
  category_uid: { const: category.uid },
  category_name: { const: category.caption },
  class_uid: { const: classUid },
  class_name: { const: caption },
};
const activities = Object.entries({
  ...dictionary.attributes.activity_id.enum,
  ...row.attributes.activity_id.enum,
}).map(([id, activity]) => ({
  if: { properties: { activity_id: { const: Number(id) } } },
  // biome-ignore lint/suspicious/noThenProperty: a key of JSON Schema
  then: {
    properties: {
      type_uid: { const: classUid * 100 + Number(id) },
      type_name: { const: `${caption}: ${activity.caption}` },
    },
  },
}));

process.stdout.write(
  `${JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: `Facts of the class ${CLASS} of OCSF ${read('version.json').version} (https://github.com/ocsf/ocsf-schema, Apache License 2.0) with the profiles ${PROFILES.join(', ')}, compiled by scripts/ocsf-schema.mjs`,
    ...root,
    properties: { ...root.properties, ...fixed },
    allOf: [...(root.allOf ?? []), ...activities],
    definitions: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => a.localeCompare(b))),
  })}\n`,
);

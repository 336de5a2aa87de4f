/**
 * Schemas of single values, `@openauth/client/fields`, for what checks one value and has no use for the whole contract: a bundler that splits
 * a program into parts would take all of it along.
 */
export { Email } from './contract/credential-fields.ts'

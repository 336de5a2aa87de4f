import * as z from 'zod'

/** Whether a schema of the contract is a time: milliseconds since the epoch on the wire. */
export const isInstant = (schema: unknown): boolean => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isInstant(schema.unwrap())
  return schema instanceof z.ZodCodec && schema.out instanceof z.ZodDate
}

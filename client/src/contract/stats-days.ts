import * as z from 'zod'
import { decimal } from './fields.ts'

/** How many days statistics go back. */
export const statsDays = decimal(z.int().min(1).max(400).default(30).describe('days up to and including today, in UTC'))

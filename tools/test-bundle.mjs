// Builds what tests run as processes of their own, before the first of them.
import { build } from './build.mjs'

export const setup = () => build(['generate', 'api'])

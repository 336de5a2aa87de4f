// Builds what tests run as processes of their own, before the first of them.
import { build } from './build.mjs'
import { isInstalled } from './install.mjs'

export const setup = () => {
  // A test that runs `npm start` would install them, and so remove the modules of the run that it is part of.
  if (!isInstalled()) throw new Error('Dependencies have changed: run `npm ci`, or `npm test`, which does.')
  return build(['generate', 'providers', 'api'])
}

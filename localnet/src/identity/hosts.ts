import { allStandIns, type MethodStandIns } from './registry.ts'

type NamesOf<S> = S extends { browserHosts: infer B; hosts: infer H }
  ? keyof B | keyof H
  : S extends { hosts: infer H }
    ? keyof H
    : never
export type HostName = { [M in keyof MethodStandIns]: NamesOf<MethodStandIns[M]> }[keyof MethodStandIns]

/** The base address of each host. The real path follows it. */
export type ProviderAddresses = Record<HostName, string>

/** Every host of the identity world, by the name of its setting. */
export const hosts = Object.assign({}, ...allStandIns.map((one) => ({ ...one.hosts, ...one.browserHosts }))) as Record<
  HostName,
  string
>

/** The base address of each host at an identity world with this URL: the host is the first part of the path. */
export const addressesAt = (url: string): ProviderAddresses =>
  Object.fromEntries(Object.entries(hosts).map(([name, host]) => [name, `${url}/${host}`])) as ProviderAddresses

/** The name of a host's setting: `googleAccounts` is set by OPENAUTH_GOOGLE_ACCOUNTS_URL. */
const variable = (name: string): string => `OPENAUTH_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`

/** The environment variables by which a server uses these addresses. */
export const addressVariables = (addresses: ProviderAddresses): Record<string, string> =>
  Object.fromEntries(
    allStandIns.flatMap((one) => Object.keys(one.hosts)).map((name) => [variable(name), addresses[name as HostName]]),
  )

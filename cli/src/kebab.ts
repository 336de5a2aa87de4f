/** Converts a name of the contract to its command-line form: `jwtTTL` → `jwt-ttl`, `rotateSecret` → `rotate-secret`. */
export const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

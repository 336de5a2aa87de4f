/** `jwtTTL` → `jwt-ttl`, `rotateSecret` → `rotate-secret`: how names of the contract are typed in a shell. */
export const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/**
 * The roles of admins, from the least: each may do what those before it may. A viewer reads; support also looks after
 * users; an operator also configures apps and everything in them; an owner also manages admins, keys, backups and the end
 * of apps. Which call needs which role stands at its endpoint.
 */
export const adminRoles = ['viewer', 'support', 'operator', 'owner'] as const
export type AdminRole = (typeof adminRoles)[number]

/** Whether a role may do what `needed` may. */
export const includesRole = (role: AdminRole, needed: AdminRole): boolean =>
  adminRoles.indexOf(role) >= adminRoles.indexOf(needed)

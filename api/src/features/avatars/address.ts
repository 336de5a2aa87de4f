/** Where this server's copy of a picture lies. A new picture has a new id, so that an address may be cached for ever. */
export const avatarPath = (id: string): string => `/avatars/${id}.webp`

/**
 * User.avatar as everybody is shown it: a copy of ours is stored as its path and goes out with the server's address
 * before it; an address of the user's choice goes out as it is.
 */
export const publicAvatarUrl = (publicUrl: string, stored: string | null): string | null =>
  stored?.startsWith('/avatars/') ? publicUrl + stored : stored

/**
 * Path of this server's copy of a picture. A changed picture has a new id, so that a response may be cached for ever.
 */
export const avatarPath = (id: string): string => `/avatars/${id}.webp`

/**
 * User.avatar as the API answers it: a copy of this server is stored as its path and gets the server's address before
 * it; an address that the user chose is answered unchanged.
 */
export const publicAvatarUrl = (publicUrl: string, stored: string | null): string | null =>
  stored?.startsWith('/avatars/') ? publicUrl + stored : stored

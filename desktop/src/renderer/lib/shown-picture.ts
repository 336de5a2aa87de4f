/**
 * The address of a picture that may be shown: of the server itself. Pictures of other sites are not loaded: they would see
 * when operators edit.
 */
export const shownPicture = (address: string): string | undefined =>
  URL.canParse(address) && new URL(address).origin === location.origin ? address : undefined

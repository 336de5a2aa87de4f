/** How long a member who was removed from a squad cannot join it again. */
export const SQUAD_REMOVAL_DAYS = 7

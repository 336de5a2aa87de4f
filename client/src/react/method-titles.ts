import { methodTitles } from '../contract/providers.ts'

/** The display name of a method; the method itself if it is newer than this page. */
export const methodTitleOf = (method: string): string => (methodTitles as Record<string, string>)[method] ?? method

/** The messages of all files of a language. */
export const mergeMessages = (files: Record<string, Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.values(files)) as Record<string, string>

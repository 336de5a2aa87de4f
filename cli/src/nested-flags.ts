/** A flag with dots, such as `--policy.per-transaction 5`: a value within a field. */
export interface NestedFlag {
  /** `policy.per-transaction` */
  path: string
  /** Undefined for a flag at the end of the line, without a value. */
  value: string | undefined
}

const nestedFlag = /^--([a-z][\w-]*\.[^\s=]+)(?:=([^]*))?$/i

/** Takes the flags with dots out of a command line. Commander knows no flags that are not declared. */
export const takeNestedFlags = (argv: readonly string[]): { argv: string[]; nested: NestedFlag[] } => {
  const rest: string[] = []
  const nested: NestedFlag[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]!
    if (word === '--') return { argv: [...rest, ...argv.slice(at)], nested }
    const [, path, value] = nestedFlag.exec(word) ?? []
    if (path === undefined) rest.push(word)
    else if (value === undefined) nested.push({ path, value: argv[(at += 1)] })
    else nested.push({ path, value })
  }
  return { argv: rest, nested }
}

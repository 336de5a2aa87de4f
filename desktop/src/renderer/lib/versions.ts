/** Which of two versions is newer in its major or minor number; undefined where neither is, or one is no version. */
export const newerOf = (console: string, server: string): 'console' | 'server' | undefined => {
  const [ours, theirs] = [console, server].map((version) => /^(\d+)\.(\d+)\./.exec(version)?.slice(1).map(Number))
  if (!ours || !theirs) return undefined
  const difference = ours[0]! - theirs[0]! || ours[1]! - theirs[1]!
  if (difference === 0) return undefined
  return difference > 0 ? 'console' : 'server'
}

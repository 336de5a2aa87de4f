/** A loading text. It appears after a delay, so that a quick answer does not flicker. */
export const Loading = ({ children }: { children: string }) => <output className="loading">{children} …</output>

/** Says what is under way. It appears after a moment only, so that a quick answer does not flicker. */
export const Loading = ({ children }: { children: string }) => <output className="loading">{children} …</output>

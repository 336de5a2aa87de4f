import { useCallback, useEffect, useState } from 'react'

/** Below this the tab bar covers the page. Pixels. */
const COVERED = 96

/** Whether an element is on the screen, and a way to bring it there. Without an element it is not. */
export const useOnScreen = () => {
  const [node, setNode] = useState<HTMLElement | null>(null)
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    if (!node) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)!.isIntersecting), {
      rootMargin: `0px 0px -${COVERED}px`,
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [node])
  const show = useCallback(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    node?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' })
  }, [node])
  return { ref: setNode, exists: node !== null, isOnScreen: node !== null && isSeen, show }
}

import { useEffect, useState } from 'react'

/** Whether this many milliseconds have passed since the first render. */
export const useElapsed = (milliseconds: number): boolean => {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isOver
}

import { useEffect, useState } from 'react'

/** Seconds until a time in milliseconds since the epoch, counted down; 0 for none. */
export const useSecondsUntil = (time: number | null): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (time === null) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [time])
  return time === null ? 0 : Math.max(0, Math.ceil((time - now) / 1000))
}

import { useEffect, useState } from 'react'

/** A value that is typed, once it has not changed for some milliseconds: what calls of the API are made with. */
export const useSettled = <T>(value: T, milliseconds = 400): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

import { useEffect, useState } from 'react'
import { Tooltip } from './tooltip.tsx'
import { exactTime, relativeTime, untilNextChange } from './time-format.tsx'
import { useLocale } from './words.tsx'
import './time.css'

interface Props {
  /** An ISO 8601 text, milliseconds since 1970, or a Date. */
  at: string | number | Date
  /** The exact time alone, as an audit needs it. */
  isExact?: boolean | undefined
}

/** Says what time it is, and again whenever the relative text may have changed. */
const useNow = (at: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), untilNextChange(at, now))
    return () => clearTimeout(timer)
  }, [at, now])
  return now
}

/** Written only when its tooltip opens. */
const Exact = ({ at }: { at: number }) => exactTime(at, useLocale())

const Relative = ({ at }: { at: number }) => {
  const locale = useLocale()
  const now = useNow(at)
  return (
    <Tooltip text={<Exact at={at} />}>
      <time className="ui-time" dateTime={new Date(at).toISOString()}>
        {relativeTime(at, now, locale)}
      </time>
    </Tooltip>
  )
}

/** A moment: "3 minutes ago", with the exact time in a tooltip. A value that is no time shows a dash. */
export const Time = ({ at, isExact }: Props) => {
  const locale = useLocale()
  const moment = new Date(at).getTime()
  if (Number.isNaN(moment)) return <>–</>
  if (!isExact) return <Relative at={moment} />
  return (
    <time className="ui-time" dateTime={new Date(moment).toISOString()}>
      {exactTime(moment, locale)}
    </time>
  )
}

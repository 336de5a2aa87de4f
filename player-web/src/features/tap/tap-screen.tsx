import type { GameProfile } from '@openauth/client'
import { type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../components/icon.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { Emblem } from './league/emblem.tsx'
import { leagueName } from './league/league-name.ts'
import { Ring } from './ring.tsx'
import { EnergyNote, TapStatus } from './tap-status.tsx'
import { isSoundOn, storeSound } from './tap-sound.ts'
import type { TapSession } from './tap-session.ts'
import { type TapParts, useTapLoop } from './use-tap-loop.ts'
import { type RingParts, useTaps } from './use-taps.ts'
import './tap-screen.css'

interface Props {
  profile: GameProfile
  session: TapSession | undefined
}

const Sound = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => {
  const t = useTranslate()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={t('tap.sound')}
      className="tap-sound"
      onClick={() => {
        storeSound(!isOn)
        onChange(!isOn)
      }}
    >
      <Icon name={isOn ? 'sound' : 'silence'} />
    </button>
  )
}

/** Level and league, with the way to the next level; a link to the league's screen. */
const Level = ({ profile, bar }: { profile: GameProfile; bar: RefObject<HTMLSpanElement | null> }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { level, nextLevelAt, league } = profile
  return (
    <Link className="tap-level" to="/tap/board" replace>
      <span className="ui-hidden">{t('tap.progress')}</span>
      <Emblem tier={league.tier} />
      <span className="tap-level-words">
        <span className="tap-level-line">
          <strong>
            {leagueName(league.name, t)} · {t('tap.level', { level })}
          </strong>
          <small>
            {nextLevelAt === null ? t('tap.lastLevel') : t('tap.nextLevel', { rings: format(nextLevelAt) })}
          </small>
        </span>
        <span className="tap-bar">
          <span ref={bar} />
        </span>
      </span>
    </Link>
  )
}

/** The refs of the parts that are written outside React, and one of them all. */
const useTapParts = () => {
  const parts = useRef<TapParts>(null)
  const stage = useRef<HTMLDivElement>(null)
  const counter = useRef<HTMLParagraphElement>(null)
  const rings = useRef<HTMLSpanElement>(null)
  const energy = useRef<HTMLSpanElement>(null)
  const energyBox = useRef<HTMLDivElement>(null)
  const energyBar = useRef<HTMLSpanElement>(null)
  const levelBar = useRef<HTMLSpanElement>(null)
  const state = useRef<HTMLParagraphElement>(null)
  const announcement = useRef<HTMLOutputElement>(null)
  useImperativeHandle(parts, () => ({
    stage: stage.current!,
    counter: counter.current!,
    rings: rings.current!,
    energy: energy.current!,
    energyBox: energyBox.current!,
    energyBar: energyBar.current!,
    levelBar: levelBar.current!,
    state: state.current!,
    announcement: announcement.current!,
  }))
  return { parts, stage, counter, rings, energy, energyBox, energyBar, levelBar, state, announcement }
}

/** The screen with the ring. */
export const TapScreen = ({ profile, session }: Props) => {
  const [hasSound, setHasSound] = useState(isSoundOn)
  const ring = useRef<RingParts>(null)
  const { parts, stage, counter, rings, energy, energyBox, energyBar, levelBar, state, announcement } = useTapParts()
  useTapLoop(session, parts, { from: profile.levelFrom, to: profile.nextLevelAt })
  useTaps(session, ring, parts, hasSound)
  return (
    <div ref={stage} className="tap-screen">
      <Sound isOn={hasSound} onChange={setHasSound} />
      <p ref={counter} className="tap-rings" aria-hidden="true">
        <span className="tap-coin" />
        <span ref={rings} />
      </p>
      <Level profile={profile} bar={levelBar} />
      <Ring parts={ring} tier={profile.league.tier} />
      <TapStatus profile={profile} session={session} />
      <div ref={energyBox} className="tap-energy" aria-hidden="true">
        <p>
          <Icon name="energy" />
          <span ref={energy} />
          <EnergyNote profile={profile} session={session} />
        </p>
        <span className="tap-bar">
          <span ref={energyBar} />
        </span>
      </div>
      <p ref={state} className="ui-hidden" />
      <output ref={announcement} className="ui-hidden" />
    </div>
  )
}

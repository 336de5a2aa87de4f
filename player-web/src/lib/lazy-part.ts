import { type ComponentType, createElement, lazy, useState } from 'react'

/** A part of the app that could not be loaded. */
export class LoadError extends Error {
  /** Makes the next rendering load the part again. */
  readonly retry: () => void

  constructor(cause: unknown, retry: () => void) {
    super('A part of the app could not be loaded', { cause })
    this.name = 'LoadError'
    this.retry = retry
  }
}

/**
 * A component in a file of its own, loaded when it is first shown. A failure throws a LoadError to the nearest boundary,
 * and is final until its `retry` is called: React would otherwise ask for the file without an end.
 */
export const lazyPart = (load: () => Promise<{ default: ComponentType }>) => {
  let loaded: ComponentType | undefined
  const preload = async () => {
    const { default: part } = await load().catch((cause: unknown) => {
      throw new LoadError(cause, () => (Lazy = lazy(preload)))
    })
    loaded ??= part
    return { default: loaded }
  }
  let Lazy = lazy(preload)
  // What is here already is shown at once: React leaves what stands in for a lazy one for 300 ms.
  const Part = () => createElement(useState(() => loaded ?? Lazy)[0])
  return Object.assign(Part, { preload })
}

import { type ComponentType, createElement, lazy, useState } from 'react'

/** Thrown where the file of a lazy component could not be loaded. */
export class LoadError extends Error {
  /** Makes the next rendering load the file again. */
  readonly retry: () => void

  constructor(cause: unknown, retry: () => void) {
    super('A part of the app could not be loaded', { cause })
    this.name = 'LoadError'
    this.retry = retry
  }
}

/**
 * A component that is loaded when it is first rendered or by `preload`. A failure throws a LoadError to the nearest
 * error boundary. It is final until `retry` is called: otherwise React would request the file in an endless loop.
 */
export const lazyComponent = <P extends object = object>(load: () => Promise<{ default: ComponentType<P> }>) => {
  let loaded: ComponentType<P> | undefined
  const preload = async () => {
    const { default: component } = await load().catch((cause: unknown) => {
      throw new LoadError(cause, () => (Lazy = lazy(preload)))
    })
    loaded ??= component
    return { default: loaded }
  }
  let Lazy = lazy(preload)
  // A loaded component is rendered directly: React shows the fallback of a lazy one for at least 300 ms.
  const Loaded = (props: P) => createElement(useState(() => loaded ?? Lazy)[0] as ComponentType<P>, props)
  return Object.assign(Loaded, { preload })
}

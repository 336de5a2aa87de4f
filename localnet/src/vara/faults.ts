/** What goes wrong with a call, from when it is set until it is cleared or has happened `times` times. */
export interface VaraFault {
  /**
   * `hang` never answers; `lost` does what was asked and then ends the connection unanswered; `error` is an internal error;
   * `html` a page, as a proxy sends; `429` is too many requests; `fork` answers for a chain of another genesis.
   */
  kind: 'hang' | 'lost' | 'error' | 'html' | '429' | 'fork'
  /** Such as `author_submitExtrinsic`; every one unless given, also those that clients call by themselves. */
  method?: string
  times?: number
}

/** The faults that a test sets, in the order in which they are taken. */
export const createFaults = () => {
  const faults: VaraFault[] = []
  return {
    set: (fault: VaraFault): void => void faults.push({ ...fault }),
    clear: (): void => void faults.splice(0),
    /** What is to go wrong with this call, which counts as once. */
    take: (method: string): VaraFault['kind'] | undefined => {
      const fault = faults.find((one) => one.method === undefined || one.method === method)
      if (fault?.times !== undefined) {
        fault.times -= 1
        if (fault.times < 1) faults.splice(faults.indexOf(fault), 1)
      }
      return fault?.kind
    },
  }
}

export type Faults = ReturnType<typeof createFaults>

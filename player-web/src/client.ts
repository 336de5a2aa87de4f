import { clientOf, fetchTransport, setup } from '@openauth/client'

/**
 * The calls that this app makes, to the server at `baseUrl`; without one, to the server that sent the page. Naming the
 * groups keeps the rest of the contract out of the bundle.
 */
export const connect = (baseUrl = '') => clientOf({ setup }, fetchTransport({ baseUrl }))

export const client = connect()

import { ApiError } from '@openauth/client'
import { codeOfFault, type Fault } from '../../connection-fault.ts'
import { t } from '../i18n/i18n.ts'

/** The error of a fault between the console and the server at `address`, in the language of the window. */
export const connectionError = (fault: Fault, address: string, error: ApiError): ApiError => {
  const { status, retryAfter, cause } = error
  const message = t(`connection.${fault}`, { address, status })
  return new ApiError(
    status,
    { code: codeOfFault(fault), message },
    { cause, ...(retryAfter === undefined ? {} : { retryAfter }) },
  )
}

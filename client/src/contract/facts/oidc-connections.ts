/** How this server authenticates at the provider's token endpoint (OpenID Connect Core 1.0, section 9). */
export const clientAuthentications = ['client_secret_basic', 'client_secret_post'] as const

/**
 * A certificate for localhost and 127.0.0.1 that no authority signed, valid for a hundred years, and its key, for tests alone:
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
 */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUCVjsgoW3IEnsnvM6Ubtk0prQmWwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE4NTYyMloYDzIxMjYxMDMw
MTg1NjIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASBYegC0jZ0bAbYEGla4aJMGoqHRKKvLn4EsleiPbiEAGMKLYp8OwTq
vfOx/NTQzcMQ9/rLdFP+Y2v7YZ665mq+o28wbTAdBgNVHQ4EFgQUuHTXkTdrQtgU
FlSuE4LOjiEU9AAwHwYDVR0jBBgwFoAUuHTXkTdrQtgUFlSuE4LOjiEU9AAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgIWxrh1xNHfsvc2BfZmEl4+Qck1Rs6dCVxjDdOHm6DiYCICTQ
6kYSuQ0KC0W+bX2pDOtuhMpIz4Oy0Vl1O4jvBqCm
-----END CERTIFICATE-----
`;
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9sBiRJT6kelu5fzs
QktkNWd7TJWZhlhJHgcYFY2Wa0+hRANCAASBYegC0jZ0bAbYEGla4aJMGoqHRKKv
Ln4EsleiPbiEAGMKLYp8OwTqvfOx/NTQzcMQ9/rLdFP+Y2v7YZ665mq+
-----END PRIVATE KEY-----
`;

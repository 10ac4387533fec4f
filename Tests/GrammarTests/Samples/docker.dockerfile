# syntax=docker/dockerfile:1
ARG VERSION=1.2
FROM --platform=$BUILDPLATFORM golang:${VERSION} AS build
LABEL maintainer="me" version='1.0'
ENV PATH=/usr/local/bin:$PATH \
    FOO="bar ${VERSION:-x}"
WORKDIR /app
COPY --from=build --chown=user:group /src ./dst
ADD https://x.y/z.tar.gz /tmp/
RUN apt-get update && apt-get install -y curl \
    # comment in run
    && rm -rf /var/lib/apt/lists/* || echo "fail $FOO" \
    && echo 'x\n'
RUN --mount=type=cache,target=/var/cache/go go build -o /out ./...
RUN <<EOF
echo hi
EOF
EXPOSE 8080/tcp 443
USER nobody
VOLUME ["/data"]
SHELL ["/bin/bash", "-c"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5m CMD curl -f http://localhost/ || exit 1
ONBUILD RUN echo x
ENTRYPOINT ["/out", "--flag"]
CMD ["a", "b"]
from alpine as x
run echo hi
HEALTHCHECK NONE
RUN --mount=type=cache,target=/root python3 <<PY
print("a", 1)

print("cut
PY
COPY <<-"END" /etc/motd
it's text
END
RUN <<EOF
apt-get update && echo "cut
EOF

/// docs/openapi.yaml, as the service serves it; scripts/embed-openapi writes this file.
enum OpenAPIDescription {
  static let text = ###"""
    openapi: 3.1.0
    info:
      title: ilsrenderd
      version: 0.1.0
      summary: Renders markdown and code over HTTP, with streams that survive a lost connection.
      description: |
        Every error has the form of the schema `Error`. Every answer has the header `X-Request-Id`.

        Where the service has keys, requests show one as `Authorization: Bearer KEY`; streams belong to the key that made
        them. `/health`, `/ready` and this description need none.
      license:
        name: see the repository
    servers:
      - url: /
    security:
      - bearer: []
      - {}
    tags:
      - name: documents
        description: One document or conversation, or many documents, at once.
      - name: streams
        description: Documents and conversations that are still being written.
      - name: catalog
        description: What there is to choose from.
      - name: operation
        description: How the service is.

    paths:
      /api/v1/render:
        post:
          tags: [documents]
          operationId: render
          summary: Render markdown.
          description: |
            Fences without a label are highlighted as what their code looks like, unless `detect` is false. With `optimistic` the
            text counts as unfinished, and what its end is about to become is shown.

            A JSON body is answered in JSON; with an `Accept` for the type of the format alone the output comes as it is. For a
            raw body `Accept` decides the format. Options stand in the query or in a JSON body, which counts before it.
          parameters:
            - $ref: "#/components/parameters/format"
            - $ref: "#/components/parameters/theme"
            - $ref: "#/components/parameters/extensions"
            - $ref: "#/components/parameters/smart"
            - $ref: "#/components/parameters/detect"
            - $ref: "#/components/parameters/optimistic"
            - $ref: "#/components/parameters/bare"
            - $ref: "#/components/parameters/standalone"
            - $ref: "#/components/parameters/title"
            - $ref: "#/components/parameters/pageLanguage"
            - $ref: "#/components/parameters/styling"
            - $ref: "#/components/parameters/rawHTML"
            - $ref: "#/components/parameters/wrapCode"
            - $ref: "#/components/parameters/codeHeaders"
            - $ref: "#/components/parameters/headingAnchors"
            - $ref: "#/components/parameters/alerts"
            - $ref: "#/components/parameters/drawings"
            - $ref: "#/components/parameters/frontMatter"
            - $ref: "#/components/parameters/identifierPrefix"
            - $ref: "#/components/parameters/imagesFrom"
            - $ref: "#/components/parameters/linksTo"
            - $ref: "#/components/parameters/imageProxy"
            - $ref: "#/components/parameters/baseURL"
            - $ref: "#/components/parameters/lineNumbers"
            - $ref: "#/components/parameters/width"
            - $ref: "#/components/parameters/colors"
            - $ref: "#/components/parameters/ambiguous"
            - $ref: "#/components/parameters/links"
            - $ref: "#/components/parameters/codeOverflow"
            - $ref: "#/components/parameters/plainCode"
          requestBody:
            required: true
            content:
              application/json:
                schema: {$ref: "#/components/schemas/RenderRequest"}
                example: {markdown: "# Hello\n\nIt is **bold**.\n", format: html, theme: obsidian}
              text/markdown:
                schema: {}
                example: "# Hello\n"
          responses:
            "200":
              description: The rendered document.
              headers: &answerHeaders
                X-Request-Id: {$ref: "#/components/headers/X-Request-Id"}
                Server-Timing: {$ref: "#/components/headers/Server-Timing"}
                X-Degraded: {$ref: "#/components/headers/X-Degraded"}
              content: &rendered
                application/json:
                  schema: {$ref: "#/components/schemas/Rendered"}
                text/html:
                  schema: {type: string}
                text/plain:
                  schema: {type: string}
                text/x-ansi:
                  schema: {type: string}
                application/vnd.ilsrender.ir+json:
                  schema: {$ref: "#/components/schemas/Document"}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "406": {$ref: "#/components/responses/NotAcceptable"}
            "413": {$ref: "#/components/responses/PayloadTooLarge"}
            "415": {$ref: "#/components/responses/UnsupportedMediaType"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/highlight:
        post:
          tags: [documents]
          operationId: highlight
          summary: Highlight code.
          description: |
            As `/render`, for code of one language. Without `language` the language is detected, unless `detect` is false; the
            answer names it (the header `X-Language` for raw output).
          parameters:
            - $ref: "#/components/parameters/language"
            - $ref: "#/components/parameters/format"
            - $ref: "#/components/parameters/theme"
            - $ref: "#/components/parameters/extensions"
            - $ref: "#/components/parameters/smart"
            - $ref: "#/components/parameters/detect"
            - $ref: "#/components/parameters/optimistic"
            - $ref: "#/components/parameters/bare"
            - $ref: "#/components/parameters/standalone"
            - $ref: "#/components/parameters/title"
            - $ref: "#/components/parameters/pageLanguage"
            - $ref: "#/components/parameters/styling"
            - $ref: "#/components/parameters/rawHTML"
            - $ref: "#/components/parameters/wrapCode"
            - $ref: "#/components/parameters/codeHeaders"
            - $ref: "#/components/parameters/headingAnchors"
            - $ref: "#/components/parameters/alerts"
            - $ref: "#/components/parameters/drawings"
            - $ref: "#/components/parameters/frontMatter"
            - $ref: "#/components/parameters/identifierPrefix"
            - $ref: "#/components/parameters/imagesFrom"
            - $ref: "#/components/parameters/linksTo"
            - $ref: "#/components/parameters/imageProxy"
            - $ref: "#/components/parameters/baseURL"
            - $ref: "#/components/parameters/lineNumbers"
            - $ref: "#/components/parameters/width"
            - $ref: "#/components/parameters/colors"
            - $ref: "#/components/parameters/ambiguous"
            - $ref: "#/components/parameters/links"
            - $ref: "#/components/parameters/codeOverflow"
            - $ref: "#/components/parameters/plainCode"
          requestBody:
            required: true
            content:
              application/json:
                schema: {$ref: "#/components/schemas/HighlightRequest"}
                example: {code: "let x = 1\n", language: swift, format: html}
              text/plain:
                schema: {}
                example: "#!/usr/bin/env python3\nprint('hello')\n"
          responses:
            "200":
              description: The highlighted code.
              headers:
                X-Request-Id: {$ref: "#/components/headers/X-Request-Id"}
                Server-Timing: {$ref: "#/components/headers/Server-Timing"}
                X-Degraded: {$ref: "#/components/headers/X-Degraded"}
                X-Language:
                  description: The language's identifier, for raw output.
                  schema: {type: string}
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Highlighted"}
                text/html:
                  schema: {type: string}
                text/plain:
                  schema: {type: string}
                text/x-ansi:
                  schema: {type: string}
                application/vnd.ilsrender.ir+json:
                  schema: {$ref: "#/components/schemas/Document"}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "406": {$ref: "#/components/responses/NotAcceptable"}
            "413": {$ref: "#/components/responses/PayloadTooLarge"}
            "415": {$ref: "#/components/responses/UnsupportedMediaType"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/messages/render:
        post:
          tags: [documents]
          operationId: renderMessages
          summary: Render a conversation.
          description: |
            The body is the conversation, in one of the formats of docs/messages.md: a coding assistant's events, one JSON object
            a line (`stream-json`); the Messages API's messages, request, response, or streamed response (`messages`);
            chat-completion chunks or completions (`openai-sse`); or a conversation in our own wire form (`ir`). Its beginning says
            which, unless `input` does. What is broken or unknown is skipped and counted.

            `Accept` decides the format where the query does not. For `application/json` the answer is JSON that holds the output
            and what is to be said of it.
          parameters:
            - {name: input, in: query, schema: {enum: [auto, stream-json, messages, openai-sse, ir], default: auto}}
            - {name: format, in: query, description: Before Accept., schema: {enum: [html, ansi, text, ir, markdown]}}
            - $ref: "#/components/parameters/expand"
            - $ref: "#/components/parameters/theme"
            - $ref: "#/components/parameters/extensions"
            - $ref: "#/components/parameters/smart"
            - $ref: "#/components/parameters/detect"
            - $ref: "#/components/parameters/standalone"
            - $ref: "#/components/parameters/title"
            - $ref: "#/components/parameters/pageLanguage"
            - $ref: "#/components/parameters/styling"
            - $ref: "#/components/parameters/rawHTML"
            - $ref: "#/components/parameters/wrapCode"
            - $ref: "#/components/parameters/codeHeaders"
            - $ref: "#/components/parameters/headingAnchors"
            - $ref: "#/components/parameters/alerts"
            - $ref: "#/components/parameters/drawings"
            - $ref: "#/components/parameters/frontMatter"
            - $ref: "#/components/parameters/identifierPrefix"
            - $ref: "#/components/parameters/imagesFrom"
            - $ref: "#/components/parameters/linksTo"
            - $ref: "#/components/parameters/imageProxy"
            - $ref: "#/components/parameters/baseURL"
            - $ref: "#/components/parameters/lineNumbers"
            - $ref: "#/components/parameters/width"
            - $ref: "#/components/parameters/colors"
            - $ref: "#/components/parameters/ambiguous"
            - $ref: "#/components/parameters/links"
            - $ref: "#/components/parameters/codeOverflow"
            - $ref: "#/components/parameters/plainCode"
          requestBody:
            required: true
            content:
              application/json:
                schema: {}
                example: [{role: user, content: "What is 6 times 7?"}, {role: assistant, content: "**42**"}]
              application/x-ndjson:
                schema: {}
              application/jsonl:
                schema: {}
              text/event-stream:
                schema: {}
              text/plain:
                schema: {}
                example: "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"hello\"}}\n"
              application/octet-stream:
                schema: {}
          responses:
            "200":
              description: The rendered conversation.
              headers:
                X-Request-Id: {$ref: "#/components/headers/X-Request-Id"}
                Server-Timing: {$ref: "#/components/headers/Server-Timing"}
                X-Degraded: {$ref: "#/components/headers/X-Degraded"}
                X-Skipped: {$ref: "#/components/headers/X-Skipped"}
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/RenderedMessages"}
                text/html:
                  schema: {}
                text/plain:
                  schema: {}
                text/x-ansi:
                  schema: {}
                text/markdown:
                  schema: {}
                application/vnd.ilsrender.ir+json:
                  schema: {$ref: "#/components/schemas/Conversation"}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "406": {$ref: "#/components/responses/NotAcceptable"}
            "413": {$ref: "#/components/responses/PayloadTooLarge"}
            "415": {$ref: "#/components/responses/UnsupportedMediaType"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/render/batch:
        post:
          tags: [documents]
          operationId: renderBatch
          summary: Render many documents.
          description: |
            Each has its own result or error, in the order of the request. A document has `markdown` with the options of
            `/render`, or `code` with those of `/highlight`.
          requestBody:
            required: true
            content:
              application/json:
                schema:
                  type: object
                  required: [documents]
                  additionalProperties: false
                  properties:
                    documents:
                      type: array
                      minItems: 1
                      maxItems: 100
                      items: {}
                      description: Of `RenderRequest` or `HighlightRequest`; what is not one gets an error of its own.
                example: {documents: [{markdown: "# One\n"}, {code: "let x = 1", language: swift}]}
          responses:
            "200":
              description: A result or an error for each document.
              content:
                application/json:
                  schema:
                    type: object
                    required: [results]
                    additionalProperties: false
                    properties:
                      results:
                        type: array
                        items:
                          oneOf:
                            - $ref: "#/components/schemas/Rendered"
                            - $ref: "#/components/schemas/Highlighted"
                            - $ref: "#/components/schemas/Error"
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "413": {$ref: "#/components/responses/PayloadTooLarge"}
            "415": {$ref: "#/components/responses/UnsupportedMediaType"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/streams:
        post:
          tags: [streams]
          operationId: createStream
          summary: Begin a stream.
          description: |
            The options are those of `/render`, in the body or in the query; without a body it is what is usual. `input` says what
            the text will be: markdown, messages in one of their formats, or `auto`, which finds it out. Of messages the updates
            are those of a conversation (docs/messages.md).
          parameters: &streamQuery
            - $ref: "#/components/parameters/input"
            - $ref: "#/components/parameters/expand"
            - $ref: "#/components/parameters/format"
            - $ref: "#/components/parameters/theme"
            - $ref: "#/components/parameters/extensions"
            - $ref: "#/components/parameters/smart"
            - $ref: "#/components/parameters/detect"
            - $ref: "#/components/parameters/optimistic"
            - $ref: "#/components/parameters/bare"
            - $ref: "#/components/parameters/standalone"
            - $ref: "#/components/parameters/title"
            - $ref: "#/components/parameters/pageLanguage"
            - $ref: "#/components/parameters/styling"
            - $ref: "#/components/parameters/rawHTML"
            - $ref: "#/components/parameters/wrapCode"
            - $ref: "#/components/parameters/codeHeaders"
            - $ref: "#/components/parameters/headingAnchors"
            - $ref: "#/components/parameters/alerts"
            - $ref: "#/components/parameters/drawings"
            - $ref: "#/components/parameters/frontMatter"
            - $ref: "#/components/parameters/identifierPrefix"
            - $ref: "#/components/parameters/imagesFrom"
            - $ref: "#/components/parameters/linksTo"
            - $ref: "#/components/parameters/imageProxy"
            - $ref: "#/components/parameters/baseURL"
            - $ref: "#/components/parameters/lineNumbers"
            - $ref: "#/components/parameters/width"
            - $ref: "#/components/parameters/colors"
            - $ref: "#/components/parameters/ambiguous"
            - $ref: "#/components/parameters/links"
            - $ref: "#/components/parameters/codeOverflow"
            - $ref: "#/components/parameters/plainCode"
          requestBody:
            required: false
            content:
              application/json:
                schema: {$ref: "#/components/schemas/StreamOptions"}
                example: {format: html, theme: paper}
          responses:
            "201":
              description: The stream, open.
              headers:
                Location: {description: The stream's address., required: true, schema: {type: string}}
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Stream"}
              links:
                show:
                  operationId: showStream
                  parameters: {id: "$response.body#/id"}
                append:
                  operationId: appendChunk
                  parameters: {id: "$response.body#/id"}
                finish:
                  operationId: finishStream
                  parameters: {id: "$response.body#/id"}
                delete:
                  operationId: deleteStream
                  parameters: {id: "$response.body#/id"}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "413": {$ref: "#/components/responses/PayloadTooLarge"}
            "415": {$ref: "#/components/responses/UnsupportedMediaType"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}
        get:
          tags: [streams]
          operationId: listStreams
          summary: List one's streams, the newest first.
          parameters:
            - {name: page, in: query, schema: {type: integer, minimum: 1, maximum: 1000000, default: 1}}
            - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100, default: 50}}
          responses:
            "200":
              description: A page of streams.
              content:
                application/json:
                  schema:
                    type: object
                    required: [items, page, limit, total, hasMore]
                    additionalProperties: false
                    properties:
                      items: {type: array, items: {$ref: "#/components/schemas/Stream"}}
                      page: {type: integer, minimum: 1}
                      limit: {type: integer, minimum: 1}
                      total: {type: integer, minimum: 0}
                      hasMore: {type: boolean}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "422": {$ref: "#/components/responses/Invalid"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/streams/live:
        post:
          tags: [streams]
          operationId: liveStream
          summary: Text in and events out over one connection.
          description: |
            The body, as it comes, is the stream's text; the answer is its events as from `/events`, and begins at once. The
            end of the body finishes the stream. A stream whose connection breaks stays, and can be continued under the
            address in `Location`.
          parameters: *streamQuery
          requestBody:
            required: false
            content:
              text/markdown:
                schema: {}
                example: "# Hello\n"
              text/event-stream:
                schema: {}
              application/x-ndjson:
                schema: {}
              application/jsonl:
                schema: {}
              application/octet-stream:
                schema: {}
          responses:
            "200":
              description: The stream's events.
              headers:
                Location: {description: The stream's address., required: true, schema: {type: string}}
                X-Stream-Id: {description: The stream's id., required: true, schema: {type: string}}
              content:
                text/event-stream:
                  schema: {$ref: "#/components/schemas/Event"}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "415": {$ref: "#/components/responses/UnsupportedMediaType"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/streams/{id}:
        parameters:
          - $ref: "#/components/parameters/id"
        get:
          tags: [streams]
          operationId: showStream
          summary: A stream's state, or its document as it is.
          parameters:
            - name: format
              in: query
              description: |
                The form of the document or conversation; `markdown` is the text itself, and of a conversation its export: session,
                model, times and all messages. Without it the state is answered.
              schema: {enum: [html, ansi, text, ir, markdown]}
            - {name: If-None-Match, in: header, schema: {type: string}}
          responses:
            "200":
              description: The state in JSON, or the document.
              headers:
                ETag: {description: Of the document; it changes with it., schema: {type: string}}
                X-Degraded: {$ref: "#/components/headers/X-Degraded"}
                X-Skipped: {$ref: "#/components/headers/X-Skipped"}
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Stream"}
                text/html:
                  schema: {}
                text/plain:
                  schema: {}
                text/x-ansi:
                  schema: {}
                text/markdown:
                  schema: {}
                application/vnd.ilsrender.ir+json:
                  schema:
                    oneOf:
                      - $ref: "#/components/schemas/Document"
                      - $ref: "#/components/schemas/Conversation"
            "304": {description: The document is as the client knows it.}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "403": {$ref: "#/components/responses/Forbidden"}
            "404": {$ref: "#/components/responses/NotFound"}
            "410": {$ref: "#/components/responses/Gone"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}
        delete:
          tags: [streams]
          operationId: deleteStream
          summary: End a stream and forget it. Readers get an event `error` that says so.
          responses:
            "204": {description: It is gone.}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "403": {$ref: "#/components/responses/Forbidden"}
            "404": {$ref: "#/components/responses/NotFound"}
            "410": {$ref: "#/components/responses/Gone"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/streams/{id}/chunks:
        parameters:
          - $ref: "#/components/parameters/id"
        post:
          tags: [streams]
          operationId: appendChunk
          summary: Add text.
          description: |
            Bytes of any size, cut anywhere, even within a character. With `seq`, which counts a stream's chunks from 1, a chunk
            that is sent again is known and changes nothing.
          parameters:
            - {name: seq, in: query, schema: {type: integer, minimum: 1, maximum: 9223372036854775807}}
            - {name: X-Chunk-Seq, in: header, description: As `seq` in the query., schema: {type: integer, minimum: 1, maximum: 9223372036854775807}}
          requestBody:
            required: true
            content:
              text/markdown:
                schema: {}
                example: "# Hello\n"
              text/event-stream:
                schema: {}
              application/x-ndjson:
                schema: {}
              application/jsonl:
                schema: {}
              application/octet-stream:
                schema: {}
              application/json:
                schema:
                  type: object
                  required: [text]
                  additionalProperties: false
                  properties:
                    text: {type: string}
                    seq: {type: integer, minimum: 1, maximum: 9223372036854775807}
                example: {text: "# Hello\n", seq: 1}
          responses:
            "202":
              description: The text is there; events with what it changes follow.
              content:
                application/json:
                  schema:
                    type: object
                    required: [seq, duplicate, bytes]
                    additionalProperties: false
                    properties:
                      seq: {type: integer, minimum: 0, description: The number of the stream's last chunk.}
                      duplicate: {type: boolean, description: Whether the chunk had come before.}
                      bytes: {type: integer, minimum: 0, description: Bytes of text in the stream.}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "403": {$ref: "#/components/responses/Forbidden"}
            "404": {$ref: "#/components/responses/NotFound"}
            "409": {$ref: "#/components/responses/Conflict"}
            "410": {$ref: "#/components/responses/Gone"}
            "413": {$ref: "#/components/responses/PayloadTooLarge"}
            "415": {$ref: "#/components/responses/UnsupportedMediaType"}
            "422": {$ref: "#/components/responses/Invalid"}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/streams/{id}/finish:
        parameters:
          - $ref: "#/components/parameters/id"
        post:
          tags: [streams]
          operationId: finishStream
          summary: End the text. A second time changes nothing.
          responses:
            "200":
              description: The stream's state.
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Stream"}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "403": {$ref: "#/components/responses/Forbidden"}
            "404": {$ref: "#/components/responses/NotFound"}
            "410": {$ref: "#/components/responses/Gone"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/streams/{id}/events:
        parameters:
          - $ref: "#/components/parameters/id"
        get:
          tags: [streams]
          operationId: readEvents
          summary: The stream's events, from the first or from behind the last one known.
          description: |
            Server-Sent Events: `retry:` first, then events as docs/service.md describes them. `id` counts a stream's events from
            1 without gaps. The connection ends after `done` or `error`.
          parameters:
            - name: Last-Event-ID
              in: header
              description: The last event that the client knows; 0, empty or absent for none.
              schema: {type: integer, minimum: 0, maximum: 9223372036854775807}
            - name: lastEventId
              in: query
              description: As the header, for clients that cannot set it; the header counts before it.
              schema: {type: integer, minimum: 0, maximum: 9223372036854775807}
          responses:
            "200":
              description: Events, until the stream ends.
              content:
                text/event-stream:
                  schema: {$ref: "#/components/schemas/Event"}
            "204": {description: The stream has ended with the event that the client knows; nothing follows.}
            "400": {$ref: "#/components/responses/BadRequest"}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "403": {$ref: "#/components/responses/Forbidden"}
            "404": {$ref: "#/components/responses/NotFound"}
            "406": {$ref: "#/components/responses/NotAcceptable"}
            "409": {$ref: "#/components/responses/Conflict"}
            "410": {$ref: "#/components/responses/Gone"}
            "422": {$ref: "#/components/responses/Invalid"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/languages:
        get:
          tags: [catalog]
          operationId: listLanguages
          summary: The languages that code can be highlighted in.
          parameters: &fixed
            - {name: If-None-Match, in: header, schema: {type: string}}
          responses:
            "200":
              description: All languages.
              headers: &fixedHeaders
                ETag: {description: Of this answer., required: true, schema: {type: string}}
              content:
                application/json:
                  schema:
                    type: object
                    required: [items, total]
                    additionalProperties: false
                    properties:
                      total: {type: integer, minimum: 0}
                      items:
                        type: array
                        items:
                          type: object
                          required: [id, name, aliases, extensions, filenames, highlighted]
                          additionalProperties: false
                          properties:
                            id: {type: string}
                            name: {type: string}
                            aliases: {type: array, items: {type: string}}
                            extensions: {type: array, items: {type: string}}
                            filenames: {type: array, items: {type: string}}
                            highlighted: {type: boolean, description: Whether there is a grammar for it.}
            "304": {description: It is as the client knows it.}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "422": {$ref: "#/components/responses/Invalid"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/themes:
        get:
          tags: [catalog]
          operationId: listThemes
          summary: The themes.
          parameters: *fixed
          responses:
            "200":
              description: All themes.
              headers: *fixedHeaders
              content:
                application/json:
                  schema:
                    type: object
                    required: [items, total]
                    additionalProperties: false
                    properties:
                      total: {type: integer, minimum: 0}
                      items:
                        type: array
                        items:
                          type: object
                          required: [id, name, kind, stylesheet]
                          additionalProperties: false
                          properties:
                            id: {type: string}
                            name: {type: string}
                            kind: {enum: [dark, light]}
                            stylesheet: {type: string, description: The address of its stylesheet.}
            "304": {description: It is as the client knows it.}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "422": {$ref: "#/components/responses/Invalid"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/themes/{id}.css:
        get:
          tags: [catalog]
          operationId: showStylesheet
          summary: The stylesheet for HTML in a theme, or in several, with commas between them.
          description: |
            It serves every document shown in these themes, in the same order; with `conversations=true` conversations, too, and is
            what `ilsrender themes --css` prints. Of several the page follows the reader's preference for light or dark;
            `data-theme="obsidian"` on any element chooses one.
          parameters:
            - {name: id, in: path, required: true, schema: {type: string, pattern: "^[A-Za-z0-9-]+(,[A-Za-z0-9-]+)*$"}, example: obsidian}
            - {name: styling, in: query, schema: {enum: [classes, inline, variables], default: classes}}
            - {name: conversations, in: query, description: Whether the rules for conversations follow., schema: {type: boolean, default: false}}
            - {name: If-None-Match, in: header, schema: {type: string}}
          responses:
            "200":
              description: CSS.
              headers: *fixedHeaders
              content:
                text/css:
                  schema: {type: string}
            "304": {description: It is as the client knows it.}
            "401": {$ref: "#/components/responses/Unauthorized"}
            "404": {$ref: "#/components/responses/NotFound"}
            "422": {$ref: "#/components/responses/Invalid"}
            default: {$ref: "#/components/responses/Other"}

      /api/v1/openapi.yaml:
        get:
          tags: [catalog]
          operationId: describe
          summary: This description.
          security: [{}]
          parameters: *fixed
          responses:
            "200":
              description: OpenAPI 3.1.
              headers: *fixedHeaders
              content:
                application/yaml:
                  schema: {}
            "304": {description: It is as the client knows it.}
            default: {$ref: "#/components/responses/Other"}

      /health: &health
        get:
          tags: [operation]
          operationId: health
          summary: Whether the process works.
          security: [{}]
          responses:
            "200":
              description: It does.
              content:
                application/json:
                  schema:
                    type: object
                    required: [status, version]
                    additionalProperties: false
                    properties:
                      status: {const: ok}
                      version: {type: string}
            default: {$ref: "#/components/responses/Other"}
      /ready:
        get:
          tags: [operation]
          operationId: ready
          summary: Whether it takes requests, which it does until it is shut down.
          security: [{}]
          responses:
            "200":
              description: It does.
              content:
                application/json:
                  schema:
                    type: object
                    required: [status]
                    additionalProperties: false
                    properties:
                      status: {const: ready}
            "429": {$ref: "#/components/responses/TooMany"}
            "503": {$ref: "#/components/responses/Overloaded"}
            default: {$ref: "#/components/responses/Other"}
      /metrics:
        get:
          tags: [operation]
          operationId: metrics
          summary: What the service measures of itself, for Prometheus.
          responses:
            "200":
              description: The text format, version 0.0.4.
              content:
                text/plain:
                  schema: {type: string}
            "401": {$ref: "#/components/responses/Unauthorized"}
            default: {$ref: "#/components/responses/Other"}

    components:
      securitySchemes:
        bearer: {type: http, scheme: bearer}

      headers:
        X-Request-Id:
          description: Names the request in the log.
          schema: {type: string}
        Server-Timing:
          description: Milliseconds of parse, highlight and format, or that the answer came from the cache.
          schema: {type: string}
        X-Degraded:
          description: How often what was shown less well than it could be, for raw output; `highlightLimit=1, unknownLanguage=2`.
          schema: {type: string}

        X-Skipped:
          description: How much of a conversation was not understood; `brokenLines=1, unknownTypes=2`.
          schema: {type: string}

      parameters:
        id:
          name: id
          in: path
          required: true
          description: The stream's id.
          schema: {type: string, pattern: "^[A-Za-z0-9_-]{22}$"}
        language: {name: language, in: query, description: "For a raw body: a language's id, name, alias or extension.", schema: {type: string}}
        format: {name: format, in: query, description: "For a raw body: before Accept.", schema: {enum: [html, ansi, text, ir]}}
        theme: {name: theme, in: query, description: "A theme's id, or up to 8 with commas between them.", schema: {type: string}, example: obsidian}
        input: {name: input, in: query, schema: {enum: [markdown, auto, stream-json, messages, openai-sse]}}
        expand: {name: expand, in: query, schema: {enum: [all, none, errors, preview]}}
        detect: {name: detect, in: query, schema: {type: boolean}}
        optimistic: {name: optimistic, in: query, schema: {type: boolean}}
        drawings: {name: drawings, in: query, schema: {type: boolean}}
        frontMatter: {name: frontMatter, in: query, schema: {enum: [hide, table, code]}}
        ambiguous: {name: ambiguous, in: query, schema: {enum: [narrow, wide]}}
        extensions: {name: extensions, in: query, description: Separated by commas., style: form, explode: false, schema: {type: array, items: {$ref: "#/components/schemas/Extension"}}}
        smart: {name: smart, in: query, schema: {type: boolean}}
        bare: {name: bare, in: query, schema: {type: boolean}}
        standalone: {name: standalone, in: query, schema: {type: boolean}}
        title: {name: title, in: query, schema: {type: string}}
        pageLanguage: {name: pageLanguage, in: query, schema: {type: string}}
        styling: {name: styling, in: query, schema: {enum: [classes, inline, variables]}}
        rawHTML: {name: rawHTML, in: query, schema: {enum: [escape, sanitize]}}
        wrapCode: {name: wrapCode, in: query, schema: {type: boolean}}
        codeHeaders: {name: codeHeaders, in: query, schema: {type: boolean}}
        headingAnchors: {name: headingAnchors, in: query, schema: {type: boolean}}
        alerts: {name: alerts, in: query, schema: {type: boolean}}
        identifierPrefix: {name: identifierPrefix, in: query, schema: {type: string, maxLength: 64, pattern: "^[A-Za-z0-9_-]*$"}}
        imagesFrom: {name: imagesFrom, in: query, schema: {type: string}, examples: {same: {value: same}, hosts: {value: "img.example.org,*.cdn.example.org"}}}
        linksTo: {name: linksTo, in: query, schema: {type: string}, examples: {all: {value: all}, hosts: {value: "example.org,mailto:"}}}
        imageProxy: {name: imageProxy, in: query, schema: {type: string}}
        baseURL: {name: baseURL, in: query, schema: {type: string}}
        lineNumbers: {name: lineNumbers, in: query, schema: {type: boolean}}
        width: {name: width, in: query, schema: {type: integer, minimum: 20, maximum: 1000}}
        colors: {name: colors, in: query, schema: {enum: [none, basic, indexed, trueColor]}}
        links: {name: links, in: query, schema: {enum: [hyperlinks, inline, notes, none]}}
        codeOverflow: {name: codeOverflow, in: query, schema: {enum: [wrap, cut, none]}}
        plainCode: {name: plainCode, in: query, schema: {type: boolean}}

      schemas:
        Extension:
          description: |
            An extension of markdown, or a group: gfm is the first six, all everything, none nothing. With + or - it changes what
            is usual, which is all of them, and with `bare` gfm.
          type: string
          pattern: "^[+-]?(table|strikethrough|autolink|tasklist|tagfilter|footnotes|front-matter|math|emoji|cjk|nested-tasks|gfm|all|none)$"
          examples: [-emoji, gfm]

        RenderOptions:
          type: object
          additionalProperties: false
          properties: &options
            format: {enum: [html, ansi, text, ir], description: The output format; html where there is none.}
            theme: {type: string, description: "A theme's id, or up to 8 with commas between them, which HTML holds all; the service's own where there is none.", examples: [obsidian, "paper,obsidian"]}
            extensions: {type: array, items: {$ref: "#/components/schemas/Extension"}, description: What of markdown is understood.}
            detect: {type: boolean, description: "Whether code without a label is highlighted as what it looks like; true where there is none."}
            optimistic: {type: boolean, description: "Whether what is unfinished at the end is shown as what it is about to become; of /render: whether the text counts as unfinished."}
            smart: {type: boolean, description: "Typographic quotes, dashes and ellipses."}
            bare: {type: boolean, description: "HTML exactly as the GFM specification prints it: no classes, no highlighting."}
            standalone: {type: boolean, description: A whole page instead of a fragment.}
            title: {type: string, description: The page's title.}
            pageLanguage: {type: string, description: The page's language.}
            styling: {enum: [classes, inline, variables], description: How tokens get their colours in HTML.}
            rawHTML: {enum: [escape, sanitize], description: "What becomes of HTML in the markdown: shown as text, or rebuilt from an allow-list, which is usual."}
            wrapCode: {type: boolean, description: Whether long lines of code are wrapped in HTML.}
            codeHeaders: {type: boolean, description: Whether code blocks have a header in HTML.}
            headingAnchors: {type: boolean, description: Whether headings have anchors in HTML.}
            alerts: {type: boolean, description: "Whether quotes with [!NOTE] and the like are call-outs."}
            drawings: {type: boolean, description: Whether mermaid and math blocks are marked up for a script of the page to draw.}
            frontMatter: {enum: [hide, table, code], description: What becomes of YAML or TOML before the text.}
            identifierPrefix: {type: string, maxLength: 64, pattern: "^[A-Za-z0-9_-]*$", description: "Put before every identifier in HTML; usual is ils- in a fragment, nothing in a page of its own."}
            imagesFrom: {type: string, description: "Where images of HTML may come from: none, same (where the page is), all, or a list with commas of hosts (example.org, *.example.org) and beginnings of addresses, which includes same. Others are shown as links. Usual is all for documents, same for conversations and streams; never more than the service's setting images-from.", examples: [same, "img.example.org,https://cdn.example.org/images/"]}
            linksTo: {type: string, description: "Where links of HTML may lead to: none, same, all (usual) or a list as of imagesFrom, which may name schemes (mailto:), too. Others are shown as text with their address. Never more than the service's setting links-to.", examples: [all, "example.org,mailto:"]}
            imageProxy: {type: string, description: "An address with {url} in it, through which images of other hosts are fetched.", examples: ["https://images.example.org/?url={url}"]}
            baseURL: {type: string, description: The address that relative ones are relative to., examples: ["https://example.org/docs/"]}
            lineNumbers: {type: boolean, description: Whether lines of code are numbered.}
            width: {type: integer, minimum: 20, maximum: 1000, description: Columns to wrap at in ANSI and text.}
            ambiguous: {enum: [narrow, wide], description: "Characters whose width depends on the font, in ANSI and text."}
            colors: {enum: [none, basic, indexed, trueColor], description: The terminal's colours.}
            links: {enum: [hyperlinks, inline, notes, none], description: How a terminal shows addresses.}
            codeOverflow: {enum: [wrap, cut, none], description: "Long lines of code in a terminal; usual is wrap, with plainCode none."}
            plainCode: {type: boolean, description: Code without frame and margin in a terminal.}

        StreamOptions:
          type: object
          additionalProperties: false
          properties:
            input:
              enum: [markdown, auto, stream-json, messages, openai-sse]
              default: markdown
              description: "What the text is; auto: what its beginning says."
            expand: &expand
              enum: [all, none, errors, preview]
              description: "Tool calls and thinking of conversations: all in full, a line each, failed ones in full, or the beginning of each."
            <<: *options

        RenderRequest:
          type: object
          required: [markdown]
          additionalProperties: false
          properties:
            markdown: {type: string}
            <<: *options

        HighlightRequest:
          type: object
          required: [code]
          additionalProperties: false
          properties:
            code: {type: string}
            language: {type: string, description: "A language's id, name, alias or extension; detected where there is none.", examples: [swift]}
            <<: *options

        Degraded:
          type: object
          required: [reason, block, info, plainLines]
          additionalProperties: false
          properties:
            reason: {enum: [highlightLimit, unknownLanguage, noGrammar]}
            block: {type: string, description: The code block's id., pattern: "^[0-9]+\\.[0-9]+$"}
            info: {type: string, description: What stands after the fence.}
            plainLines: {type: integer, minimum: 0}
            part: {type: string, description: "Of a conversation: the part that holds the block.", pattern: "^[0-9]+\\.[0-9]+$"}

        Output:
          description: Text; for the format `ir` the document itself.
          oneOf:
            - type: string
            - $ref: "#/components/schemas/Document"

        Document:
          type: object
          description: The wire form of a document, docs/ir.schema.json.
          required: [version, blocks]
          properties:
            version: {const: 1}
            blocks: {type: array, items: {type: object}}

        Conversation:
          type: object
          description: The wire form of a conversation, docs/conversation.schema.json.
          required: [type, version, messages]
          properties:
            type: {const: conversation}
            version: {const: 1}
            messages: {type: array, items: {type: object}}

        Skipped:
          type: object
          description: What of a conversation's text was not understood.
          required: [brokenLines, unknownTypes]
          additionalProperties: false
          properties:
            brokenLines: {type: integer, minimum: 0, description: "Lines, or pieces between lines, that are no JSON."}
            unknownTypes: {type: object, additionalProperties: {type: integer, minimum: 1}, description: "Events by their type, which is not known."}

        RenderedMessages:
          type: object
          required: [format, theme, input, skipped, degraded, output]
          additionalProperties: false
          properties:
            format: {enum: [html, ansi, text, ir, markdown]}
            theme: {type: string}
            input: {enum: [stream-json, messages, openai-sse, ir], description: The format in which it came.}
            skipped: {$ref: "#/components/schemas/Skipped"}
            degraded: {type: array, items: {$ref: "#/components/schemas/Degraded"}}
            output:
              description: Text; for the format `ir` the conversation itself.
              oneOf:
                - type: string
                - $ref: "#/components/schemas/Conversation"

        Rendered:
          type: object
          required: [format, theme, degraded, output]
          additionalProperties: false
          properties:
            format: {enum: [html, ansi, text, ir]}
            theme: {type: string}
            degraded: {type: array, items: {$ref: "#/components/schemas/Degraded"}, description: What is shown less well than it could be.}
            output: {$ref: "#/components/schemas/Output"}

        Highlighted:
          type: object
          required: [format, theme, language, languageName, detected, degraded, output]
          additionalProperties: false
          properties:
            format: {enum: [html, ansi, text, ir]}
            theme: {type: string}
            language: {type: [string, "null"], description: The language's id; null where none was given or found.}
            languageName: {type: [string, "null"]}
            detected: {type: boolean, description: Whether the request left it open.}
            degraded: {type: array, items: {$ref: "#/components/schemas/Degraded"}}
            output: {$ref: "#/components/schemas/Output"}

        Stream:
          type: object
          required: [id, state, endReason, createdAt, bytes, renderedBytes, memoryBytes, chunks, approximateTokens, elapsedMilliseconds, firstEvent, lastEvent, format, theme, input, links]
          additionalProperties: false
          properties:
            id: {type: string, pattern: "^[A-Za-z0-9_-]{22}$"}
            state: {enum: [open, finishing, ended], description: "finishing: the text has ended, colours may still come."}
            endReason: {enum: [finished, idle, deleted, refused, null], description: "refused: the writer of a live stream sent what is not taken."}
            createdAt: {type: string, format: date-time}
            bytes: {type: integer, minimum: 0}
            renderedBytes: {type: integer, minimum: 0, description: Of these, the bytes that the events so far show.}
            memoryBytes: {type: integer, minimum: 0, description: "Bytes of memory that the stream keeps: text, document, events."}
            chunks: {type: integer, minimum: 0}
            approximateTokens: {type: integer, minimum: 0}
            elapsedMilliseconds: {type: integer, minimum: 0, description: From the beginning to the last text.}
            firstEvent: {type: integer, minimum: 0, description: The oldest event that can be had again; 0 where there is none.}
            lastEvent: {type: integer, minimum: 0}
            format: {enum: [html, ansi, text, ir]}
            theme: {type: string}
            input: {enum: [markdown, auto, stream-json, messages, openai-sse], description: "What the text is; auto as long as it has not said so."}
            skipped: {$ref: "#/components/schemas/Skipped"}
            links:
              type: object
              required: [self, chunks, finish, events]
              additionalProperties: false
              properties:
                self: {type: string}
                chunks: {type: string}
                finish: {type: string}
                events: {type: string}

        Event:
          description: An event, field by field; docs/service.md says what the data of each kind is.
          type: object
          required: [event, data]
          properties:
            id: {type: string, pattern: "^[1-9][0-9]*$", description: Counts a stream's events from 1.}
            event: {enum: [update, snapshot, stats, done, error]}
            data: {type: string, description: JSON.}
            retry: {type: integer}

        Error:
          type: object
          required: [error, code, reason]
          additionalProperties: false
          properties:
            error: {const: true}
            code:
              enum: [MALFORMED_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, REQUEST_TIMEOUT,
                STREAM_FINISHED, SEQUENCE_GAP, UNKNOWN_CURSOR, STREAM_GONE, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR,
                ANSWER_TOO_LARGE, TOO_MANY_STREAMS, TOO_MUCH_MEMORY, SLOW_DOWN, HEADERS_TOO_LARGE, CLIENT_CLOSED, INTERNAL_ERROR,
                NOT_IMPLEMENTED, OVERLOADED, RENDERING_TIMEOUT, DRAINING]
            reason: {type: string}
            fields: {type: object, minProperties: 1, additionalProperties: {type: string}, description: What is wrong with which member.}
            requestID: {type: string, description: "For INTERNAL_ERROR: names the request in the log."}

      responses:
        BadRequest: {description: "The request cannot be read: no JSON, no stream's id.", content: &error {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}
        Unauthorized:
          description: A key is required, or the one shown is not known.
          headers:
            WWW-Authenticate: {required: true, schema: {type: string}}
          content: *error
        Forbidden: {description: The stream belongs to another key., content: *error}
        NotFound: {description: There is no such thing., content: *error}
        NotAcceptable: {description: None of the accepted types can be had., content: *error}
        Conflict: {description: "The stream is finished, a chunk before this one is missing, or there was no such event.", content: *error}
        Gone: {description: The stream has ended and is no longer kept., content: *error}
        PayloadTooLarge: {description: "The body, or the stream's text, is larger than the limit.", content: *error}
        UnsupportedMediaType: {description: "A body of this type, or of a charset other than UTF-8, is not understood.", content: *error}
        Invalid:
          description: |-
            Members of the request cannot be used; `fields` says which and why, of members that are not known the first ten. Or the
            answer would be larger than the limit (`ANSWER_TOO_LARGE`).
          content: *error
        TooMany:
          description: There are too many streams, text or requests come too fast, or the client has more open than it may.
          headers:
            Retry-After: {required: true, schema: {type: integer}}
          content: *error
        Overloaded:
          description: Too much work waits, the rendering took too long, or the service is shutting down.
          headers:
            Retry-After: {required: true, schema: {type: integer}}
          content: *error
        Other: {description: Any other error., content: *error}

    """###
}

# A job for the scheduler
variable "image" {
  type    = string
  default = "nginx:1.27"
}

job "web" {
  datacenters = ["dc1", "dc2"]
  type        = "service"
  priority    = 50

  // rolling update
  update {
    max_parallel = 2
    canary       = 1
    auto_revert  = true
  }

  group "frontend" {
    count = 3

    network {
      mode = "bridge"
      port "http" {
        to = 8080
      }
    }

    task "server" {
      driver = "docker"

      config {
        image = "${var.image}"
        ports = ["http"]
        args  = concat(["--verbose"], local.extra)
      }

      /* Rendered when the
         task starts */
      template {
        data = <<EOH
listen ${NOMAD_PORT_http}
workers 4
EOH
        destination = "local/app.conf"
      }

      env = {
        LOG_LEVEL = "info"
        "MODE"    = upper("prod")
        ratio     = 0.75
      }

      resources {
        cpu    = 500
        memory = local.large ? 512 : 256
      }
    }
  }

  constraint {
    attribute = attr.kernel.name
    operator  = "!="
    value     = "windows"
  }
}

locals {
  large = length(var.list) >= 3 && !var.small || false
  names = [for n in var.list : lower(n) if n != ""]
  table = { for k, v in var.map : k => v.id }
  first = var.list[0].name
  all   = var.list[*].name
  none  = null
  path  = "C:\\data\t\"x\""
  math  = (1 + 2) * 3 / 4 % 5 - 6
}

locals { owner = "shop" }

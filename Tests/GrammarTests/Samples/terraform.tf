# Network and servers of the shop.
terraform {
  required_version = ">= 1.5.0"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }

  backend "s3" {
    bucket = "shop-state"
    key    = "prod/terraform.tfstate"
  }
}

provider "aws" {
  region = var.region
}

variable "region" {
  description = "Where everything runs"
  type        = string
  default     = "eu-central-1"
}

variable "servers" {
  type = map(object({
    size  = string
    count = optional(number, 2)
    tags  = list(string)
  }))

  validation {
    condition     = length(var.servers) > 0 && alltrue([for s in var.servers : s.count >= 1])
    error_message = "At least one server, \"please\"."
  }
}

// Values used in several places
locals {
  prefix  = "${var.region}-shop"
  enabled = true
  ports   = [80, 443, 8080]
  ratio   = 1.5e3
  names   = { for k, v in var.servers : upper(k) => v.size if v.count != 0 }
  first   = aws_instance.web[0].id
  all     = aws_instance.web[*].private_ip
  size    = local.enabled ? "t3.large" : "t3.micro"
}

data "aws_ami" "linux" {
  most_recent = true
  owners      = ["amazon"]

  filter {
    name   = "name"
    values = ["al2023-ami-*-x86_64"]
  }
}

/* The machines
   themselves */
resource "aws_instance" "web" {
  for_each      = var.servers
  ami           = data.aws_ami.linux.id
  instance_type = each.value.size
  count         = !local.enabled ? 0 : 3 * 2 - 1

  user_data = <<-EOF
    #!/bin/bash
    echo "Hello from ${each.key}" > /var/www/index.html
    %{ for port in local.ports ~}
    listen ${port}
    %{ endfor ~}
  EOF

  dynamic "ingress" {
    for_each = toset(local.ports)
    content {
      from_port = ingress.value
      protocol  = "tcp"
    }
  }

  tags = merge(var.tags, {
    Name  = "${local.prefix}-${each.key}"
    "own" = jsonencode({ team = "shop", cost = null })
  })

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [tags, ami]
  }

  provisioner "local-exec" {
    command = "echo ${self.private_ip} >> hosts.txt"
  }
}

module "vpc" {
  source  = "./modules/vpc"
  cidr    = cidrsubnet("10.0.0.0/8", 8, 2)
  subnets = [for i in range(3) : format("10.0.%d.0/24", i)]
}

output "addresses" {
  value     = try(module.vpc.addresses, [])
  sensitive = false
}

locals { owner = "shop" }

locals {
  labels  = { for k, v in var.labels : k => v... }
  decoded = provider::shop::decode(var.raw)
  both    = { a : 1, "b" = -2.5 }
}

check "reachable" {
  assert {
    condition     = data.http.shop.status_code == 200
    error_message = "The shop does not answer."
  }
}

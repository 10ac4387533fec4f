% A comment. TODO: tidy up
%% A section title
%{
A block comment
  disp('not code')
%}
classdef (Sealed = true) Item < handle & matlab.mixin.Copyable
    % ITEM  one thing on the shelf
    properties (Access = private, Constant)
        Name (1,1) string {mustBeNonempty} = "none"
        Price double = 0.0
        Tags = {'a', "b"};
    end
    events
        Changed
    end
    enumeration
        Small, Large
    end
    methods (Static)
        function obj = Item(name, price)
            if nargin > 0 && ~isempty(name)
                obj.Name = name;
                obj.Price = price;
            end
        end
    end
    methods
        function value = get.Price(obj)
            value = obj.Price;
        end
        function [total, varargout] = sum(obj, varargin)
            arguments
                obj (1,1) Item
            end
            arguments (Repeating)
                varargin
            end
            total = sum([varargin{:}]) + obj.Price';
            notify(obj, 'Changed');
        end
        obj = plus(a, b)
    end
end

function y = area(r, varargin)
% AREA  Area of a circle
    global counter
    persistent cache
    y = pi * r.^2;
    numbers = [0, 123, 0xFF, 0b1010u8, 1.5, .5, 3., 1e10, 2.5E-3, 1i, 2.5j, Inf, NaN, eps, -1];
    text = 'single ''quoted'' %d %5.2f\n'; other = "double ""quoted"" %s\t";
    A = [1 2; 3 4]'; B = A.' .* A' ./ 2 .^ 3 \ 4 .\ 5; c = A(:, end); d = A{1}{2}; s.field.name(3) = 5; s.('dynamic') = 1;
    x = a == b || a ~= b && ~c | d & ~e; z = a <= b; w = a >= b; v = 1:2:10; f = @(x, y) x + y; g = @sin; k = !a;
    for i = 1:numel(x)
        if mod(i, 2) == 0, continue, elseif i > 5, break, else, disp(i); end
    end
    while true
        x(end+1) = rand(3, 3);
    end
    switch lower(kind)
        case {'circle', 'disc'}
            fprintf('%s has %d\n', name, 5);
        case 3
            error('Item:bad', 'Bad kind %s', kind);
        otherwise
            warning("odd");
    end
    try
        risky();
    catch ME
        rethrow(ME);
    end
    parfor k = 1:10, y(k) = k; end
    spmd, labindex, end
    long = [1, 2, ... continued here
            3, 4];
    format long; hold on; clear all; close all; clc
    unwind = onCleanup(@() fclose(fid)); return
    plot(x, y, 'r--', 'LineWidth', 2); xlabel('x'); title("t"); legend('show');
    data = cellfun(@(c) c * 2, {1, 2}, 'UniformOutput', false); load data.mat -ascii
    import pkg.sub.*; result = pkg.func(x); y = ones(size(x)); z = zeros(2)'; !ls -la
end
